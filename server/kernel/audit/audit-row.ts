/** The columns of an audit row that its HMAC covers. */
export interface AuditedRow {
  at: string
  actor_id: number | null
  actor_type: string
  actor_role: string | null
  ip: string | null
  action: string
  object_type: string | null
  object_id: string | null
  result: string
  request_id: string | null
  detail: unknown
}

/** The bytes that a row's MAC covers: fixed field order, instants in milliseconds, object keys sorted (jsonb does not keep their order). */
export const rowText = (row: AuditedRow): string =>
  canonical([
    inMilliseconds(row.at),
    row.actor_id,
    row.actor_type,
    row.actor_role,
    row.ip,
    row.action,
    row.object_type,
    row.object_id,
    row.result,
    row.request_id,
    row.detail,
  ])

const MILLISECONDS = 'YYYY-MM-DDTHH:MM:SS.mmmZ'.length
/** The database gives an instant of whole milliseconds in this form already, and a check of ten million rows reads every one. */
const inMilliseconds = (at: string): string => (at.length === MILLISECONDS && at.endsWith('Z') ? at : new Date(at).toISOString())

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  let text = ''
  for (const [key, v] of Object.entries(value).sort(byKey))
    if (v !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${canonical(v)}`
  return text === '' ? '{}' : `${text}}`
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)
