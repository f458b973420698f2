import type { ProofApp, ProofStage } from '../stage.ts'
import { ask } from '../user.ts'
import { startWriters, type Ledger } from './ledger.ts'

/** Signs in the writers and starts them; they stop with the stage at the latest. */
export async function startAll(stage: ProofStage, { base }: ProofApp, ledger: Ledger) {
  const people = {
    gr1: await stage.asUser(base, 'gr1'),
    editor1: await stage.asUser(base, 'editor1'),
    qy1: await stage.asUser(base, 'qy1'),
  }
  const policy = (await ask(base, '/policy/doc/policyDetail', { query: { code: 'hnte' } })).body.data.id as number
  const projects = (await ask(base, '/dec/project/list', { query: { state: '1' } })).body.data.list as { id: number; policyCode: string }[]
  const writers = startWriters(people, ledger, policy, projects.find((p) => p.policyCode === 'demo-talent')!.id)
  // After a failure nobody else stops them.
  stage.onEnd(() => void writers.stop().catch(() => {}))
  return writers
}
