import { PASSWORD_MIN_LENGTH, PASSWORD_SPECIALS } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'

/**
 * Checks a new password: at least 8 characters with a digit, a letter and one of the special characters (spec §5). Returns the message, or
 * undefined.
 */
export function newPasswordFault(password: string): string | undefined {
  if (!password) return messages.newPasswordRequired
  const fits =
    password.length >= PASSWORD_MIN_LENGTH
    && /\d/.test(password)
    && /[a-z]/i.test(password)
    && [...PASSWORD_SPECIALS].some((c) => password.includes(c))
  return fits ? undefined : messages.passwordComplexity
}
