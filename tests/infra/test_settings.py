"""Settings: good defaults, and a clear word about every bad value."""

from pathlib import Path

import pytest

from infra.settings import BOT_PACE, BadSetting, Settings, data_folder


def test_nothing_has_to_be_set() -> None:
    settings = Settings.from_environment({})
    assert settings == Settings(data=data_folder({}), bot_pace=BOT_PACE)
    assert settings.redis_url is None
    assert settings.host == "127.0.0.1"
    assert settings.open_creation
    assert settings.uploads_folder == settings.data / "uploads"


def test_everything_can_be_set() -> None:
    given = {
        "DATA": "/srv/games",
        "REDIS_URL": "redis+cluster://a:7000,b:7000",
        "QUEUE_URL": "redis://queue:6379/1",
        "ORGANIZER_KEY": "glueckauf",
        "WAIT_REPLICAS": "1",
        "RATE_LIMIT": "0",
        "UPLOAD_LIMIT": "1",
        "CREATION_LIMIT": "2",
        "ROOM_LIMIT": "5",
        "UNKNOWN_TOKEN_LIMIT": "3",
        "STREAM_LIMIT": "4",
        "MAX_BODY": "1000",
        "MAX_UPLOAD": "2000",
        "MAX_CONNECTIONS": "30",
        "CORS": "https://a.example/, https://b.example",
        "HOST": "0.0.0.0",
        "OPEN_CREATION": "yes",
        "BOT_PACE": "0.5",
        "LATE_SCORING_SECONDS": "2.5",
        "UPLOADS": "/mnt/shared",
        "UPLOADS_QUOTA": "5000",
        "UPLOADS_QUOTA_PER_ADDRESS": "3000",
        "AUDIT_SECONDS": "7.5",
        "AUDIT_MEMORY": "4000",
        "MAX_MEMORY": "6000",
        "WEBHOOK_ALLOW": "10.0.0.0/8, receiver.internal",
        "WEBHOOK_TIMEOUT": "3",
        "WEBHOOK_BACKOFF": "0.5",
        "WEBHOOK_GIVE_UP": "2",
    }
    read = Settings.from_environment({f"SCHICHTBUCH_{name}": given[name] for name in given})
    assert read == Settings(
        data=Path("/srv/games"),
        redis_url="redis+cluster://a:7000,b:7000",
        queue_url="redis://queue:6379/1",
        organizer_key="glueckauf",
        wait_replicas=1,
        rate_limit=0,
        upload_limit=1,
        creation_limit=2,
        room_limit=5,
        unknown_token_limit=3,
        stream_limit=4,
        max_body=1000,
        max_upload=2000,
        max_connections=30,
        cors=("https://a.example", "https://b.example"),
        host="0.0.0.0",
        open_creation=True,
        bot_pace=0.5,
        late_scoring_seconds=2.5,
        uploads=Path("/mnt/shared"),
        uploads_quota=5000,
        uploads_quota_per_address=3000,
        audit_seconds=7.5,
        audit_memory=4000,
        max_memory=6000,
        webhook_allow=("10.0.0.0/8", "receiver.internal"),
        webhook_timeout=3,
        webhook_backoff=0.5,
        webhook_give_up=2,
    )
    assert read.uploads_folder == Path("/mnt/shared")


def test_on_a_server_of_ones_own_only_the_organizer_creates_games() -> None:
    own = Settings.from_environment({"SCHICHTBUCH_REDIS_URL": "redis://localhost"})
    assert not own.open_creation


def test_an_empty_variable_is_not_set() -> None:
    empty = {"SCHICHTBUCH_REDIS_URL": "", "SCHICHTBUCH_RATE_LIMIT": " ", "SCHICHTBUCH_CORS": ","}
    assert Settings.from_environment(empty) == Settings.from_environment({})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://host:port"),
        ("REDIS_URL", "redis://host:65536"),
        ("REDIS_URL", "redis://host:0"),
        ("REDIS_URL", "redis://["),
        ("REDIS_URL", "unix://"),
        ("REDIS_URL", "redis+sentinel://host:26379"),
        ("REDIS_URL", "redis+sentinel://host:26379,other:x/master"),
        ("REDIS_URL", "redis+cluster://host:x"),
        ("QUEUE_URL", "http://localhost"),
        ("QUEUE_URL", "redis+cluster://host:7000"),
        ("RATE_LIMIT", "9" * 5000),
        ("WAIT_REPLICAS", "-1"),
        ("WAIT_REPLICAS", "one"),
        ("RATE_LIMIT", "1.5"),
        ("RATE_LIMIT", "²"),
        ("MAX_BODY", "0"),
        ("MAX_UPLOAD", "20 MiB"),
        ("CORS", "a.example"),
        ("OPEN_CREATION", "perhaps"),
        ("UPLOADS_QUOTA", "1 GiB"),
        ("AUDIT_SECONDS", "0"),
        ("MAX_MEMORY", "2gb"),
        ("AUDIT_MEMORY", "0"),
        ("LATE_SCORING_SECONDS", "0"),
        ("LATE_SCORING_SECONDS", "nan"),
        ("LATE_SCORING_SECONDS", "inf"),
        ("LATE_SCORING_SECONDS", "soon"),
        ("WEBHOOK_ALLOW", "10.0.0.1/8"),
        ("WEBHOOK_ALLOW", "http://receiver.internal"),
        ("WEBHOOK_GIVE_UP", "never"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_variable(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"SCHICHTBUCH_{name} must") as refusal:
        Settings.from_environment({f"SCHICHTBUCH_{name}": value})
    assert refusal.value.variable == f"SCHICHTBUCH_{name}"


def test_a_password_is_not_repeated_in_the_refusal() -> None:
    with pytest.raises(BadSetting) as refusal:
        Settings.from_environment({"SCHICHTBUCH_REDIS_URL": "rdis://:geheim@host"})
    assert "geheim" not in str(refusal.value)


def test_a_cluster_needs_a_server_of_its_own_for_the_queue() -> None:
    with pytest.raises(BadSetting, match="SCHICHTBUCH_QUEUE_URL must name a server"):
        Settings.from_environment({"SCHICHTBUCH_REDIS_URL": "redis+cluster://host:7000"})


@pytest.mark.parametrize(
    "url",
    [
        "redis://host",
        "redis://",
        "redis://user:a:b%2Fc@host:6379/2",
        "rediss://[::1]:6380/0?ssl_cert_reqs=none",
        "unix:///run/valkey.sock?db=1",
        "redis+sentinel://:geheim@a:26379,b/master",
    ],
)
def test_an_address_may_be_written_in_many_ways(url: str) -> None:
    assert Settings.from_environment({"SCHICHTBUCH_REDIS_URL": url}).redis_url == url
