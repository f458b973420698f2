import { createHash, randomUUID } from 'node:crypto'
import { read, utils } from '@e965/xlsx'
import { rowResource, type RowResourceKey } from '../../../../contract/row-rules.ts'
import type { TestApp } from '../../../kernel/testing/harness.ts'
import type { Opening } from './canary-shape.ts'

export interface Walker {
  id: number
  token: string
}
export interface Heard {
  status: number
  /** 'file' for a file, else the code of a refusal, or '' */
  code: string
  text: string
}

/** A member of staff with one role that has the permissions and one rule of a resource; without a resource, without a role. */
export async function walker(t: TestApp, name: string, officeId: number, of?: RowResourceKey): Promise<Walker> {
  const { pool } = t.database
  const one = async (text: string, values: unknown[]) => (await pool.query<{ id: number }>(text, values)).rows[0]!.id
  const id = await one(
    `insert into sys_user (user_name, name, type, office_id, password_changed_at) values ($1, $1, 'YYF', $2, now()) returning id`,
    [name, officeId],
  )
  if (of) {
    const role = await one(`insert into role (code, name) values ($1, $1) returning id`, [name])
    await pool.query(`insert into role_permission (role_id, permission) select $1, unnest($2::text[])`, [
      role,
      [...rowResource(of).needs, 'export:run'],
    ])
    await pool.query(`insert into user_role (user_id, role_id) values ($1, $2)`, [id, role])
  }
  const token = `token-of-${name}`
  const session = randomUUID()
  await pool.query(
    `insert into session (id, user_id, variant, created_at, absolute_end, seen_at) values ($1, $2, 'password', now(), now() + interval '1 hour', now())`,
    [session, id],
  )
  await pool.query(
    `insert into session_token (hash, session_id, kind, issued_at, expires_at, rights_version)
     select $1, $2, 'access', now(), now() + interval '1 hour', rights_version from sys_user where id = $3`,
    [createHash('sha256').update(token).digest('base64url'), session, id],
  )
  return { id, token }
}

export const giveRule = (t: TestApp, { id }: Walker, resource: RowResourceKey, { scope, officeIds = [], lines = [] }: Opening) =>
  t.database.pool.query(
    `insert into row_rule (role_id, resource, scope, office_ids, lines) select role_id, $2, $3, $4, $5 from user_role where user_id = $1`,
    [id, resource, scope, officeIds, JSON.stringify(lines)],
  )

/** One reading call; the text of a workbook is what its cells say. */
export async function hear(t: TestApp, by: Walker | null, path: string, query: Readonly<Record<string, string>>): Promise<Heard> {
  const answer = await t.http.inject({ url: path, query, headers: by ? { authorization: by.token } : {} })
  const type = String(answer.headers['content-type'] ?? '')
  if (type.startsWith('application/json')) {
    const { code = '', data = null } = answer.json<{ code?: string; data?: unknown }>()
    return {
      status: answer.statusCode,
      code: code === '' && answer.statusCode !== 200 ? String(answer.statusCode) : code,
      text: JSON.stringify(data),
    }
  }
  return {
    status: answer.statusCode,
    code: 'file',
    text: type.includes('spreadsheet') ? cellsOf(answer.rawPayload) : answer.rawPayload.toString('latin1'),
  }
}

function cellsOf(bytes: Buffer): string {
  const { Sheets } = read(bytes)
  return Object.values(Sheets)
    .map((sheet) => utils.sheet_to_csv(sheet))
    .join('\n')
}
