import { messages } from '../../contract/messages.ts'

/** What a use case throws: the message is the sentence the user reads (architecture §4). One handler maps it to the envelope. */
export interface FieldIssue {
  path: string
  message: string
}

export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldIssue[] | undefined
  readonly retryAfter: number | undefined
  /** what the page needs to go on, such as the ticket of a second step */
  readonly data: unknown
  constructor(status: number, code: string, message: string, extra: { fields?: FieldIssue[]; retryAfter?: number; data?: unknown } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = extra.fields
    this.retryAfter = extra.retryAfter
    this.data = extra.data
  }
}

/** Schema refusal, 400. `fields` name the place. */
export const invalid = (fields: FieldIssue[], message = fields[0]?.message ?? '提交的内容有误') =>
  new AppError(400, 'INVALID', message, { fields })
export const invalidField = (path: string, message: string) => invalid([{ path, message }])
/** Business refusals: HTTP 200 with success:false, so that the client never takes them for a dead session. */
export const forbidden = (message = '您没有执行此操作的权限，请联系系统管理员') => new AppError(200, 'FORBIDDEN', message)
/** A foreign object answers as if absent. */
export const notFound = (message = '您访问的内容不存在或已被删除') => new AppError(200, 'NOT_FOUND', message)
export const conflict = (message = '内容已被他人修改，请刷新后重试') => new AppError(200, 'CONFLICT', message)
export const refused = (message: string, code = 'REFUSED') => new AppError(200, code, message)
/** Nobody decides on what they entered, submitted or made themselves (C-06); `thing`: what is decided, such as 补贴. */
export const ownWork = (thing: string) => refused(`不能审核本人经办的${thing}，请由其他人员审核`, 'OWN_WORK')
/** Session statuses (S-03): 401 dead, 402 access token expired, 403 rights changed and a refresh helps. */
export const sessionDead = (reason: string = messages.loginTimeout401) => new AppError(401, 'UNAUTHENTICATED', reason)
export const tokenExpired = () => new AppError(402, 'TOKEN_EXPIRED', '登录已过期')
export const rightsChanged = () => new AppError(403, 'RIGHTS_CHANGED', '您的权限已变更')
export const tooMany = (retryAfter: number, message = '操作过于频繁，请稍后再试') => new AppError(429, 'TOO_MANY', message, { retryAfter })
export const busy = (retryAfter = 5, message = '系统繁忙，请稍后再试') => new AppError(503, 'BUSY', message, { retryAfter })

/** Classes 08 and 53, a server that starts or stops, and what the network says. */
const AWAY = /^(08\d{3}|53\d{3}|57P0[123]|E(CONN(REFUSED|RESET)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/

/** The database cannot be reached, has no room, or went away in the middle; then nobody knows whether the change was made (K-02 makes a repetition safe). */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && AWAY.test(code)) return true
  if (code === 'ENOENT' && (error as { syscall?: string }).syscall === 'connect') return true
  return (
    typeof message === 'string'
    && /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(message)
  )
}

/** PostgreSQL refusals that mean something to a user; null for the rest. */
export function fromDatabase(error: unknown): AppError | null {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  // A number that was sent and that its column cannot hold, as against a sum of ours that grew too large (I-01).
  if (code === '22003' && message?.startsWith('value "')) return new AppError(400, 'INVALID', '数值超出范围')
  if (code === '23505') return conflict('该内容已存在，请勿重复提交')
  if (code === '23503') return refused('该内容仍被其他数据引用，不能删除', 'IN_USE')
  if (code === '40001' || code === '40P01') return conflict()
  if (code === '57014') return busy(5, '查询超时，请缩小范围后重试')
  if (isDatabaseAway(error)) return busy()
  return null
}

/** No room on the disk for what somebody sends or asks to be made (D-03); null for the rest. */
export function fromDisk(error: unknown): AppError | null {
  const code = (error as { code?: string } | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' ? busy(30, '存储空间不足，暂时无法保存，请稍后再试') : null
}
