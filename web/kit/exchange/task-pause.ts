let told: ((name: 'task', taskId: string, pauseMs: number) => Promise<void>) | undefined

/** Until the live stream names the task, or until the pause is over. The stream is fetched when somebody waits: no page needs it to be shown. */
export function pauseOf(taskId: string, pauseMs: number): Promise<void> {
  if (told) return told('task', taskId, pauseMs)
  import('../../live.ts').then(
    ({ nudged }) => {
      told = nudged
    },
    () => {},
  )
  return new Promise((go) => setTimeout(go, pauseMs))
}
