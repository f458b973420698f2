import { hash, parseOptions, verify } from '@node-rs/argon2'
import { gate } from './queued-admission.ts'

/** argon2id (its enum is ambient, hence the number), 19 MiB, two passes, one lane; 16-byte salt, PHC string. */
const policy = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** At most two hashes at once, 50 waiting, 503 beyond: log-ins must not starve the public pages. */
const inTurn = gate(2, 50)

/** PHC string of a password. Throws 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, policy))

let dummy: Promise<string> | undefined

/** Whether the password fits. Without a hash (unknown user) the same work is done and the answer is no. Throws 503 when too many wait. */
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
