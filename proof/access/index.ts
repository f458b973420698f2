import { liveEndpoints } from '../endpoints.ts'
import { noFaults } from '../finding.ts'
import type { Part } from '../stage.ts'
import { ask } from '../user.ts'

/** Who may call what (C-01 … C-04), asked of a running server over the table of endpoints that it publishes itself. */
export const part: Part = {
  name: 'access',
  run: async (stage) => {
    const app = await stage.app({ engine: 'pglite' })
    const guarded = (await liveEndpoints(app.admin)).filter(({ access }) => access !== 'public')
    const open: string[] = []
    for (const { key, method, path, as } of guarded) {
      const body = method === 'GET' ? undefined : as === 'multipart' ? new FormData() : {}
      const { status, body: answer } = await ask(app.base, path, { method, body })
      if (status !== 401 || answer.code !== 'UNAUTHENTICATED') open.push(`${key}: ${status} ${answer.code}`)
    }
    // Seen red when checkAccess was left out of onRequest: 400 and 200 came instead.
    return [noFaults({ id: 'C-01', what: '无凭据调用非公开接口一律 401', engine: app.engine }, open, guarded.length)]
  },
}
