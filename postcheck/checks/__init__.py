"""The checks, one a file; `registry.CHECKS` lists them by hand.

They are not imported here: `postcheck count` needs one of them and should not wait for all.
"""
