import { boundHeapGrowth } from './heap.ts'
import { ConfigError, loadConfig } from './kernel/config.ts'
import { DatabaseRefused } from './kernel/db/types.ts'

process.on('unhandledRejection', (reason) => {
  console.error('unhandledRejection', reason)
  process.exitCode = 1
})

async function main(): Promise<void> {
  boundHeapGrowth()
  // Wrong settings are reported before the application is even loaded.
  const config = loadConfig()
  const { serve } = await import('./serve.ts')
  await serve(config)
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof DatabaseRefused ? error.message : error)
  process.exit(78)
})
