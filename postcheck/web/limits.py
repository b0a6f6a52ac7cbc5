"""How often an address may ask: one limiter for all blueprints, counted in memory."""

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

limiter = Limiter(get_remote_address, storage_uri="memory://")
