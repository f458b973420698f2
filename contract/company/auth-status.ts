import { AUTH_STATUS_DECLINED, AUTH_STATUS_GRANTED, PROTOCOL_DEFAULT } from '../constants.ts'

/** spec §4: 00 when never answered. */
export const authStatuses = { unset: PROTOCOL_DEFAULT, declined: AUTH_STATUS_DECLINED, granted: AUTH_STATUS_GRANTED } as const
export type AuthStatus = (typeof authStatuses)[keyof typeof authStatuses]
export const authStatusLabels = {
  [authStatuses.unset]: '未答复',
  [authStatuses.declined]: '未授权',
  [authStatuses.granted]: '已授权',
} as const
