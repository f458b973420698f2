const GENERATED = 'sso-'

/** The user name that an account of the unified log-in gets; nobody types it. `mark`: 20 hex digits. */
export const generatedUserName = (mark: string): string => `${GENERATED}${mark}`

/** A user name in words: people of the unified log-in have none of their own. */
export const userNameInWords = (userName: string): string =>
  /^[0-9a-f]{20}$/.test(userName.startsWith(GENERATED) ? userName.slice(GENERATED.length) : '')
    ? '统一登录账号（没有单独的用户名）'
    : userName

/** An account that its owner closed: emptied, and only its number is left (ADR 0471). */
export const isClosedAccount = ({ id, userName, type }: { id: number; userName: string; type: string }): boolean =>
  type !== 'YYF' && userName === `closed-${id}`
