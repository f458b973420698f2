import pino from 'pino'
import { shortened } from '../../contract/shortened.ts'

const MOST_MESSAGE = 2000
const MOST_STACK = 8000

/** An error in the log: a message of the database repeats the value that it refused, which can be a megabyte. */
export function loggedError(error: Error): unknown {
  const shown: unknown = pino.stdSerializers.err(error)
  if (typeof shown !== 'object' || shown === null) return shown
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]: [string, unknown]) => {
      if (typeof value !== 'string') return [name, value]
      if (name !== 'stack') return [name, shortened(value, MOST_MESSAGE)]
      // The stack begins with the message; where it happened comes after it.
      return [
        name,
        shortened(
          value.replace(error.message, () => shortened(error.message, MOST_MESSAGE)),
          MOST_STACK,
        ),
      ]
    }),
  )
}
