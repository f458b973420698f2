import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves hashed assets: immutable and precompressed. Assets of earlier builds stay available for pages that are still open
 * (scripts/precompress.ts keeps them).
 */
export async function registerAssets(app: FastifyInstance, root: string): Promise<void> {
  const roots = [join(root, 'build/client/assets'), join(root, 'build/kept')].filter((dir) => existsSync(dir))
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: roots,
      // Its own route reads the whole folder for every request to compare the letter case of the name: three quarters of the processor time.
      // Names here have a hash, and everybody may read all of them.
      serve: false,
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
    })
    scope.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: '/assets/:name',
      handler: ({ params }, reply) => reply.sendFile(params.name),
    })
  })
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: join(root, 'build/client'),
      prefix: '/',
      wildcard: false,
      index: false,
      decorateReply: false,
      dotfiles: 'ignore',
      globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
      setHeaders: (reply) => {
        void reply.header('cache-control', 'no-cache')
      },
    })
  })
}
