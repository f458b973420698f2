import type { ColumnType, GeneratedAlways } from 'kysely'

/** `bigint generated always as identity`; read as a number. */
export type Id = GeneratedAlways<number>
/** `timestamptz not null default now()`; read as an ISO string with the precision of the database. */
export type At = ColumnType<string, string | Date | undefined, string | Date>
/** `timestamptz not null` without default; every insert sets it. */
export type Instant = ColumnType<string, string | Date, string | Date>
/** `timestamptz`, may be null. */
export type MaybeAt = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
/** `jsonb not null`; written as text (`JSON.stringify`), because pg turns a bare array into a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>
/** `jsonb`, may be null. */
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
/** A nullable column without default. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
/** A column with a default. */
export type Default<T> = ColumnType<T, T | undefined, T>
