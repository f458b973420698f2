import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { noFaults, notRunHere, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import type { Met } from './rebinding-inside.ts'

const what = '真实域名服务器的反转：先答外网、再答本机的域名'
const prepare = 'ip link set lo up && ip addr add 192.0.2.1/32 dev lo && mount --bind "$1" /etc/resolv.conf && exec "$2" "$3"'

/**
 * I-07 with the system's resolver: a process in its own network and mount namespace asks a name server on 127.0.0.1:53, as its
 * /etc/resolv.conf says. 192.0.2.1 is a public address for the product, and it answers there.
 */
export async function rebinding(stage: ProofStage): Promise<Finding> {
  const resolv = join(stage.dir, 'resolv.conf')
  await writeFile(resolv, 'nameserver 127.0.0.1\noptions timeout:1 attempts:2\n')
  const run = promisify(execFile)
  const alone = ['-m', '-n', 'sh', '-c']
  const able = await run('unshare', [...alone, prepare, 'sh', resolv, 'true']).then(
    () => true,
    () => false,
  )
  if (!able) return notRunHere({ id: 'I-07', what }, '不能另立网络与挂载空间')
  const inside = join(import.meta.dirname, 'rebinding-inside.ts')
  const { stdout } = await run('unshare', [...alone, prepare, 'sh', resolv, process.execPath, inside], { timeout: 60_000 })
  const met = JSON.parse(stdout) as Met
  const faults = [
    ...(met.hits.inner === 0 ? [] : [`${met.hits.inner} calls arrived at 127.0.0.1`]),
    // The name server must have been asked, and the checked address must have been called: otherwise nothing was proved.
    ...(met.hits.outer === 1 ? [] : [`${met.hits.outer} calls arrived at 192.0.2.1`]),
    ...Object.entries(met.names)
      .filter(([name, { ended, asked }]) => asked === 0 || ended !== (name === 'flip.example' ? '204' : 'InnerAddress'))
      .map(([name, { ended, asked }]) => `${name}: ${ended} after ${asked} questions`),
  ]
  // Seen red: the connection looked the name up again: 1 call arrived at 127.0.0.1, none at 192.0.2.1.
  return noFaults({ id: 'I-07', what }, faults, Object.keys(met.names).length)
}
