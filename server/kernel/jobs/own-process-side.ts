/** What a module that runs apart (apart.ts) was given. */
export const given = <T>(): T => JSON.parse(process.argv[2]!) as T

/** Tells the one who started this process something; resolves when that has been taken. */
export function tell(message: unknown): Promise<void> {
  return new Promise((taken) => {
    process.once('message', () => taken())
    process.send!(message)
  })
}

// Nobody listens any more, or everything is told.
process.on('disconnect', () => process.exit(0))
export const over = (): void => process.disconnect()
