import { createHash } from 'node:crypto'
import type pg from 'pg'
import { MOST_OF_A_PERSON } from '../push/streams.ts'

/**
 * Tokens for `count` streams, of users who have just logged in, each with as many streams as one person may have. These users cannot log in
 * by themselves.
 */
export async function manySessions(pool: Pick<pg.Pool, 'query'>, count: number): Promise<string[]> {
  const people = Math.ceil(count / MOST_OF_A_PERSON)
  const names = Array.from({ length: people }, (_, n) => `stream-${String(n).padStart(5, '0')}`)
  await pool.query(`insert into sys_user (user_name, name, type) select n, n, 'GR' from unnest($1::text[]) n`, [names])
  await pool.query(
    `insert into session (id, user_id, variant, created_at, absolute_end, seen_at)
     select user_name, id, 'password', now(), now() + interval '1 hour', now() from sys_user where user_name = any($1)`,
    [names],
  )
  const tokens = names.map((name) => `token-of-${name}`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'))
  await pool.query(
    `insert into session_token (hash, session_id, kind, issued_at, expires_at, rights_version)
     select h, n, 'access', now(), now() + interval '1 hour', 1 from unnest($1::text[], $2::text[]) t(h, n)`,
    [hashes, names],
  )
  return Array.from({ length: count }, (_, n) => tokens[n % people]!)
}
