import { hash, parseOptions, verify } from '@node-rs/argon2'
import { gate } from './queued-admission.ts'

/**
 * argon2id: 19 MiB, two passes, one lane, 16-byte salt, PHC string. The number stands for the algorithm, because the library's enum
 * is ambient.
 */
const policy = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/**
 * At most two hashes run at once and 50 wait; further calls get 503, so that log-ins leave the public pages their share of the
 * processor.
 */
const inTurn = gate(2, 50)

/** Hashes a password to a PHC string. Throws 503 when too many calls wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, policy))

let dummy: Promise<string> | undefined

/** Checks a password. Without a hash (unknown user) it does the same work and answers false. Throws 503 when too many calls wait. */
export async function passwordFits(password: string, phc: string | null): Promise<boolean> {
  const against = phc ?? (await (dummy ??= hash('dummy-of-unknown-users', policy)))
  return (await inTurn(() => verify(against, password))) && phc !== null
}

/** True when the hash was made with weaker parameters than today's. */
export function isWeakHash(phc: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(phc)
  return (
    algorithm !== policy.algorithm || memoryCost < policy.memoryCost || timeCost < policy.timeCost || parallelism !== policy.parallelism
  )
}
