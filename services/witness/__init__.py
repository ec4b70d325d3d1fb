"""The witness: cosigns the heads of logs, each of which extends the one it cosigned before."""
