let live: typeof import('../../live.ts') | undefined

/**
 * Until the live stream names the task, or, without it, until the pause is over. The stream is not needed to show a page, so it is fetched when
 * somebody waits for a task.
 */
export function pauseOf(taskId: string, pauseMs: number): Promise<void> {
  if (live) return live.nudged('task', taskId, pauseMs)
  import('../../live.ts').then(
    (loaded) => {
      live = loaded
    },
    () => {},
  )
  return new Promise((go) => setTimeout(go, pauseMs))
}
