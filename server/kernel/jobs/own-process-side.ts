/** The data that a module in its own process (own-process.ts) was given. */
export const given = <T>(): T => JSON.parse(process.argv[2]!) as T

/** Sends a message to the parent process; resolves when it has been taken. */
export function tell(message: unknown): Promise<void> {
  return new Promise((taken) => {
    process.once('message', () => taken())
    process.send!(message)
  })
}

// The parent is gone, or it has everything.
process.on('disconnect', () => process.exit(0))
export const over = (): void => process.disconnect()
