import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** A phone's clock may be one step early or late. */
const WINDOW = 1

const totp = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: '企业综合服务平台', label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) })

/** 160 random bits in base 32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32
/** The address that an app scans (otpauth://totp/…). */
export const addressOf = (secret: string, userName: string): string => totp(secret, userName).toString()
/** The 30-second step of the code among those around `now`; null when none fits. RFC 6238, SHA-1, six digits, as common apps use. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta
}
/** The code of a moment, for tests and for checking the library against the RFC. */
export const codeAt = (secret: string, now: Date): string => totp(secret).generate({ timestamp: now.getTime() })
