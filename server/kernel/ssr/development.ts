import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'

/** Pages with hot module replacement: Vite inside the server (npm run dev). Never loaded in production. */
export async function developmentPages(
  app: FastifyInstance,
  root: string,
  mount: (scope: FastifyInstance, build: () => Promise<ServerBuild>) => void,
): Promise<void> {
  const [{ default: middie }, { createServer }] = await Promise.all([import('@fastify/middie'), import('vite')])
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  app.addHook('onClose', () => vite.close())
  await app.register(async (scope) => {
    await scope.register(middie)
    scope.use(vite.middlewares)
    mount(scope, () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>)
  })
}
