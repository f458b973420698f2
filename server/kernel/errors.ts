import { messages } from '../../contract/messages.ts'
import { shortened } from '../../contract/shortened.ts'

/** What a use case throws: the message is the sentence that the user reads (architecture §4). One handler maps it to the envelope. */
export interface FieldIssue {
  path: string
  message: string
}

/**
 * An answer repeats no more of what was sent than a reader needs: a path or a message may hold keys and texts of a body of a megabyte. Our
 * own sentences and lists of names are shorter.
 */
const MOST = { path: 200, fieldMessage: 500, message: 2000 } as const

export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldIssue[] | undefined
  readonly retryAfter: number | undefined
  /** data that the page needs to continue, such as the ticket of a second step */
  readonly data: unknown
  /** refused on purpose, because there is no room: not a failure (ADR 1003) */
  readonly shed: boolean
  constructor(
    status: number,
    code: string,
    message: string,
    extra: { fields?: FieldIssue[]; retryAfter?: number; data?: unknown; shed?: boolean } = {},
  ) {
    super(shortened(message, MOST.message))
    this.status = status
    this.code = code
    this.fields = extra.fields?.map(({ path, message: words }) => ({
      path: shortened(path, MOST.path),
      message: shortened(words, MOST.fieldMessage),
    }))
    this.retryAfter = extra.retryAfter
    this.data = extra.data
    this.shed = extra.shed ?? false
  }
}

/** A value fails its schema: 400. `fields` name the places. */
export const invalid = (fields: FieldIssue[], message = fields[0]?.message ?? '提交的内容有误') =>
  new AppError(400, 'INVALID', message, { fields })
export const invalidField = (path: string, message: string) => invalid([{ path, message }])
/** Business refusals: HTTP 200 with success:false, so that the client does not mistake them for an ended session. */
export const forbidden = (message = '您没有执行此操作的权限，请联系安全管理员') => new AppError(200, 'FORBIDDEN', message)
/** An object that the caller may not see answers as if it did not exist. */
export const notFound = (message = '您访问的内容不存在或已被删除') => new AppError(200, 'NOT_FOUND', message)
export const conflict = (message = '内容已被他人修改，请刷新后重试') => new AppError(200, 'CONFLICT', message)
export const refused = (message: string, code = 'REFUSED') => new AppError(200, code, message)
/** Nobody reviews what they entered, submitted or made themselves (C-06); `thing` is what is reviewed, such as 补贴. */
/** `verb`: what the person may not do. */
export const ownWork = (thing: string, verb = '审核') => refused(`不能${verb}本人经办的${thing}，请由其他人员${verb}`, 'OWN_WORK')
/** Session statuses (S-03): 401 session ended, 402 access token expired, 403 rights changed and a refresh helps. */
export const sessionDead = (reason: string = messages.loginTimeout401) => new AppError(401, 'UNAUTHENTICATED', reason)
export const tokenExpired = () => new AppError(402, 'TOKEN_EXPIRED', '登录已过期')
/** `rights`: the version for which a refresh gives tokens. A client that was already given it waits (S-03). */
export const rightsChanged = (rights: number) => new AppError(403, 'RIGHTS_CHANGED', '您的权限已变更', { data: { rights } })
export const tooMany = (retryAfter: number, message = '操作过于频繁，请稍后再试') => new AppError(429, 'TOO_MANY', message, { retryAfter })
export const busy = (retryAfter = 5, message = '系统繁忙，请稍后再试') => new AppError(503, 'BUSY', message, { retryAfter })

/** There is no room now: refused on purpose, with the wait in words (ADR 0084, 0188, 1003). */
export const crowded = (retryAfter: number) =>
  new AppError(503, 'BUSY', `现在操作的人较多，请 ${retryAfter} 秒后再试`, { retryAfter, shed: true })

/** PostgreSQL classes 08 and 53, a server that starts or stops, and network errors. */
const AWAY = /^(08\d{3}|53\d{3}|57P0[123]|E(CONN(REFUSED|RESET)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/

/**
 * The database cannot be reached, has no room, or went away during a statement. In the last case it is unknown whether the change was made
 * (K-02 makes a repetition safe).
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && AWAY.test(code)) return true
  if (code === 'ENOENT' && (error as { syscall?: string }).syscall === 'connect') return true
  return (
    typeof message === 'string'
    && /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(message)
  )
}

/** Maps PostgreSQL errors that mean something to a user; null for the others. */
export function fromDatabase(error: unknown): AppError | null {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  // The sent number does not fit its column. Without `value "` in the message a sum of ours overflowed (I-01).
  if (code === '22003' && message?.startsWith('value "')) return new AppError(400, 'INVALID', '数值超出范围')
  if (code === '23505') return conflict('该内容已存在，请勿重复提交')
  // Whoever writes a reference deletes nothing: what they chose was deleted in the same moment.
  if (code === '23503' && message?.startsWith('insert or update')) return conflict('所选的内容刚被删除，请刷新后重新选择')
  if (code === '23503') return refused('该内容仍被其他数据引用，不能删除', 'IN_USE')
  // Two transactions waited for each other and PostgreSQL ended this one. Nobody changed the record, and nothing of this call was written. It
  // is not run again here: what the call did outside the database would be done twice.
  if (code === '40001' || code === '40P01') return refused('同时操作的人较多，请再试一次', 'TRY_AGAIN')
  if (code === '57014') return busy(5, '查询超时，请缩小范围后重试')
  if (isDatabaseAway(error)) return busy()
  return null
}

/** The disk has no room for an upload or a generated file (D-03); null for other errors. */
export function fromDisk(error: unknown): AppError | null {
  const code = (error as { code?: string } | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' ? busy(30, '存储空间不足，暂时无法保存，请稍后再试') : null
}
