import { build } from './bootstrap.mjs'

await build()
