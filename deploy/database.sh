#!/bin/bash
# Makes the two roles and the database when the PostgreSQL of compose.yaml starts for the first time: qifu_owner owns the tables, and qifu runs
# the site (ADR 0997).
set -euo pipefail
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$OWNER_PASSWORD" -v site="$SITE_PASSWORD" <<'END'
create role qifu_owner login password :'owner';
create role qifu login password :'site';
create database qifu owner qifu_owner;
END
