"""The scripts that write to the log of a game.

Scripts, not MULTI: a stale XADD in a transaction would not keep the XADDs after it from happening.
"""

from infra.access import HOLDS

NOT_ARCHIVED = """
if redis.call('EXISTS', KEYS[4]) == 1 then return redis.error_reply('equal or smaller') end
"""
"""How a script begins that writes a whole log: as if XADD had said that it is there already."""
CREATE = f"""{NOT_ARCHIVED}
redis.call('XADD', KEYS[1], '1-0', 'line', ARGV[1], 'seals', ARGV[2])
if ARGV[3] ~= '' then redis.call('SET', KEYS[3], ARGV[3]) end
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
"""
BEGIN = """
local room = redis.call('HGETALL', KEYS[4])
if #room == 0 then return 0 end
redis.call('XADD', KEYS[1], '1-0', 'line', ARGV[1], 'seals', ARGV[2])
if ARGV[3] ~= '' then redis.call('SET', KEYS[3], ARGV[3]) end
for at = 1, #room, 2 do
  local name = room[at]
  if name ~= 'plan' and string.sub(name, 1, 6) ~= 'taken:' then
    redis.call('HSET', KEYS[2], name, room[at + 1])
  end
end
redis.call('DEL', KEYS[4])
return 1
"""
"""A game that its players have waited for: who holds which seat goes from the room to the game in
the moment in which entry 1 is written, so that a token which is made anew meanwhile holds in one
of them."""
ERASE_NAMES = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'line', ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[3])
redis.call('DEL', unpack(KEYS, 3))
return 1
"""
"""The entry that says so and the erasing itself, together: neither is there without the other."""
RESTORE = f"""{NOT_ARCHIVED}
local last = tonumber(ARGV[2])
for version = 1, last do
  local line, seals = ARGV[2 * version + 1], ARGV[2 * version + 2]
  if seals == '' then
    redis.call('XADD', KEYS[1], version .. '-0', 'line', line)
  else
    redis.call('XADD', KEYS[1], version .. '-0', 'line', line, 'seals', seals)
  end
end
if ARGV[1] ~= '' then redis.call('SET', KEYS[3], ARGV[1]) end
redis.call('HSET', KEYS[2], unpack(ARGV, 2 * last + 3))
"""
"""A whole log at once: between two entries a worker could find that it is a bot's turn."""
APPEND_FOR = f"""
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
{HOLDS}
return redis.call('XADD', KEYS[1], unpack(ARGV, 3))
"""
"""Whether the token still holds is asked in the same moment as the entry is written."""
APPEND_ALL = f"""
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if #last == 0 then return -1 end
{HOLDS}
if last[1][1] ~= ARGV[3] .. '-0' then return 0 end
local handed = 4 + 2 * tonumber(ARGV[4])
for at = 5, handed, 2 do
  redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
end
for at = handed + 1, #ARGV, 3 do
  redis.call('XADD', KEYS[1], ARGV[at] .. '-0', 'line', ARGV[at + 1], 'seals', ARGV[at + 2])
end
return 1
"""
"""Several entries or none, and the new tokens of seats that they hand over: the last version must
be the expected one, else nothing is written."""
HAND_OVER = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
"""
READ_ON = """
local found = redis.call('XRANGE', KEYS[1], ARGV[1], '+')
if #found == 0 and redis.call('EXISTS', KEYS[1]) == 0 then return false end
return found
"""
"""Mostly nothing is new: then the same question finds out whether the game is still here."""
