/**
 * node server/kernel/testing/prepare.ts pglite|postgres FOLDER: makes the migrated and seeded data of one engine in FOLDER (see
 * prepared.ts). Whoever calls it removes them.
 */
import { writeFileSync } from 'node:fs'
import { layoutOf } from './prepared.ts'
import { embeddedData, seededCluster } from './seeded.ts'

const [engine, folder] = process.argv.slice(2)
const { empty, template, clusterFile } = layoutOf(folder!)
if (engine === 'pglite') await embeddedData(empty, template)
else {
  const cluster = await seededCluster()
  await cluster.halt()
  writeFileSync(clusterFile, cluster.data)
}
process.exit()
