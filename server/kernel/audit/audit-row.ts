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
    new Date(row.at).toISOString(),
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

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, v]) => `${JSON.stringify(key)}:${canonical(v)}`)
      .join(',')}}`
  }
  return JSON.stringify(value ?? null)
}
