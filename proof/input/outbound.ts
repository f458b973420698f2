import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { policyDraft } from '../../server/policy/testing/draft.ts'
import { noFaults, notRunHere, type Engine, type Finding } from '../finding.ts'
import type { ProofStage } from '../stage.ts'
import { rebinding } from './rebinding.ts'

/** Notations of internal addresses; the port is that of a listener. */
const INSIDE = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'localhost.',
  'a.localhost',
  'editor@127.0.0.1',
  '１２７.0.0.1',
]

/**
 * Links that an editor writes into a policy must not make the server call internal addresses (I-07): the link check runs, and two listeners
 * count calls.
 */
export async function outbound(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  let hits = 0
  const listen = (host: string, port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((_request, response) => {
        hits += 1
        response.end()
      }).once('error', reject)
      server.listen(port, host, () => resolve(server))
    })
  const four = await listen('127.0.0.1', 0)
  stage.onEnd(() => four.close())
  const { port } = four.address() as AddressInfo
  const six = await listen('::1', port).catch(() => null)
  stage.onEnd(() => six?.close())

  const app = await stage.app({ engine, env: { LINK_CHECK: '1' } })
  const editor = await stage.asUser(app.base, 'editor1')
  const addresses = INSIDE.flatMap((host) => [`http://${host}:${port}/a`, `https://${host}:${port}/b`])
  const content = `<p>${addresses.map((address) => `<a href="${address}">x</a>`).join('')}</p>`
  const { body: saved } = await editor.post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '查链接', content }))
  const { body: checked } = await editor.post('/pol/info/checkLinks', { id: saved.data?.id })
  const links = (checked.data ?? []) as { target: string; ok: boolean; reason: string | null }[]
  const passed = links.filter(({ ok }) => ok).map(({ target }) => target)
  const wrong = saved.success ? [...passed, ...(hits > 0 ? [`${hits} calls arrived`] : [])] : [JSON.stringify(saved)]
  await app.stop()

  return [
    // Seen red: neither the form of a link nor isInner() was asked: 12 calls arrived.
    noFaults({ id: 'I-07', what: `编辑写入的内网链接不被访问（127.0.0.1${six ? ' 与 ::1' : ''}）`, engine }, wrong, links.length),
    await rebinding(stage),
    ...(six ? [] : [notRunHere({ id: 'I-07', what: '::1 上的监听' }, '没有 IPv6')]),
  ]
}
