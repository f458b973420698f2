import { HTTP_REFRESH_CODES, HTTP_UNAUTHORIZED } from '../../contract/constants.ts'

/** What a screen shows of a failed call, read from whatever was thrown. */
export interface Failure {
  code: string
  message: string
  traceId: string | null
  fields: readonly { path: string; message: string }[]
  /** the address of a refused call whose permission the user lacks and can ask for */
  lacks?: string | undefined
  /** the session has ended; the page asks for a log-in if something was typed */
  sessionEnded?: boolean
}

/** The page is about to load again with new rights (web/session/request.ts). */
const REFRESHED = 'REFRESHED'
const SESSION_ENDED: readonly unknown[] = [HTTP_UNAUTHORIZED, ...HTTP_REFRESH_CODES]

/** Reads the error envelope of architecture §4, a thrown error that carries it, or any other throw. */
export function readFailure(error: unknown): Failure {
  const e = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const text = (...names: string[]) => names.map((n) => e[n]).find((v): v is string => typeof v === 'string' && v !== '')
  const fields = Array.isArray(e.fields)
    ? e.fields.filter((f): f is { path: string; message: string } => typeof f?.path === 'string' && typeof f?.message === 'string')
    : []
  return {
    code: text('code', 'name') ?? 'UNKNOWN',
    message:
      text('description', 'msg', 'message')
      ?? (typeof error === 'string' && error
        ? error
        : e.code === REFRESHED
          ? '您的权限刚有变更，页面马上更新'
          : '操作没有成功，请稍后重试'),
    traceId: text('traceId') ?? null,
    lacks: text('lacks'),
    sessionEnded: SESSION_ENDED.includes(e.status),
    fields,
  }
}
export const isForbidden = (f: Failure): boolean => f.code === 'FORBIDDEN'
/** Refused because a security officer views the platform as somebody else; it is refused again as long as the view lasts. */
export const isViewOnly = (f: Failure): boolean => f.code === 'VIEW_ONLY'
export const isMissing = (f: Failure): boolean => f.code === 'NOT_FOUND'
