import { comparedLines } from '../../contract/rule/rule-words.ts'
import { engine, policies } from '../../server/matching/engine/fixtures.ts'
import { mutations } from '../../server/matching/engine/mutations.ts'
import { noFaults, type Finding } from '../finding.ts'
import type { Part, ProofApp, ProofStage } from '../stage.ts'

type Policy = (typeof policies)[number]

/** The text shown for a rule says what the rule judges (G-12). */
export const part: Part = {
  name: 'words',
  run: async (stage) => {
    const app = await stage.app({ engine: stage.engines.at(-1)! })
    const findings = [everyLeaf(), ...(await revised(stage, app))]
    await app.stop()
    return findings
  },
}

/** Changes every judged value of every seeded rule, one at a time: the lines used to compare rules must differ. */
function everyLeaf(): Finding {
  const said = (rule: Policy) => {
    const { conditions, benefits } = comparedLines(engine.words, rule)
    return [...conditions, '', ...benefits].join('\n')
  }
  const faults: string[] = []
  let looked = 0
  for (const policy of policies) {
    const before = said(policy)
    for (const { place, rule } of mutations(policy)) {
      looked++
      if (said(rule) === before) faults.push(`${policy.id} ${place}`)
    }
  }
  // Seen red: with the wording by hand in the place of the sentence, every number of every benefit.
  return noFaults({ id: 'G-12', what: '每条示例规则的每个数、界限、选项、条件逐一改动：文字与对比都随之改变' }, faults, looked)
}

/** Through the editor's calls: a changed number is shown to the reviewer, must be confirmed, and appears in the public text afterwards. */
async function revised(stage: ProofStage, app: ProofApp): Promise<Finding[]> {
  const [editor, leader] = [await stage.asUser(app.base, 'editor1'), await stage.asUser(app.base, 'leader1')]
  const wanted = stage.rounds(4, 12, policies.length)
  const unseen: string[] = []
  const passed: string[] = []
  let looked = 0
  for (const { id: code } of policies.slice(0, wanted)) {
    const { data: shown } = (await editor.get('/policy/doc/policyDetail', { code })).body
    // A repealed or replaced policy has no page.
    if (!shown) continue
    const { data: p } = (await editor.get('/pol/info/findById', { id: String(shown.id) })).body
    const change = mutations({ ...p.rule, id: code, title: code }).find(({ place }) => /value|amount|rate|cap|map/i.test(place))
    if (!change) continue
    const { id: _id, title: _title, ...rule } = change.rule
    const kept = await editor.post('/pol/revision/save', { ...fieldsOf(p), rule })
    // A condition that can never be met is refused, as it should be.
    if (!kept.body.success) continue
    looked++
    const proposal = kept.body.data.id as number
    const { data: sent } = (await editor.post('/pol/proposal/move', { id: proposal, version: kept.body.data.version, action: 'submit' }))
      .body
    const { data: pair } = (await leader.get('/pol/info/reviewPair', { id: String(p.id) })).body
    const changed: string[] = pair.sections.filter((s: { changes: number }) => s.changes > 0).map((s: { key: string }) => s.key)
    if (!changed.includes('conditions') && !changed.includes('benefits')) unseen.push(`${code} ${change.place}：对比没有变化`)
    const approve = (checked?: object) =>
      leader.post('/pol/proposal/move', { id: proposal, version: sent.version, action: 'approve', ...(checked ? { checked } : {}) })
    for (const [what, checked] of [
      ['没有核对', undefined],
      ['少核对一节', { hash: pair.hash, sections: changed.slice(1) }],
      ['旧的核对', { hash: pair.hash.replace(/^./, (c: string) => (c === '0' ? '1' : '0')), sections: changed }],
    ] as const)
      if ((await approve(checked)).body.success) passed.push(`${code}：${what}也通过了`)
    if (!(await approve({ hash: pair.hash, sections: changed })).body.success) passed.push(`${code}：核对后不能通过`)
    const { data: now } = (await editor.get('/policy/doc/policyDetail', { code })).body
    if (JSON.stringify(sentences(now.rule)) === JSON.stringify(sentences(shown.rule)))
      unseen.push(`${code} ${change.place}：公众读到的没有变`)
  }
  return [
    noFaults({ id: 'G-12', what: '改动一个数的修订：审核对比看得见，生效后公众读到', engine: app.engine }, unseen, looked),
    noFaults({ id: 'G-12', what: '没有逐节核对或核对的是旧内容，不能通过', engine: app.engine }, passed, looked * 4),
  ]
}

interface Said {
  sentence?: string
  all?: Said[]
  any?: Said[]
  not?: Said
}
const sentences = (rule: { conditions: Said; benefits: Said[] }): unknown[] => {
  const of = (node: Said): unknown => [node.sentence, [...(node.all ?? node.any ?? []), ...(node.not ? [node.not] : [])].map(of)]
  return [of(rule.conditions), rule.benefits.map((b) => b.sentence)]
}

/** The fields of a revision besides its rule, copied from the policy. */
const KEPT = [
  'id',
  'version',
  'policyTitle',
  'policyNo',
  'issuingUnits',
  'level',
  'industries',
  'summary',
  'content',
  'applyFrom',
  'applyTo',
  'period',
]
const fieldsOf = (p: Record<string, unknown> & { supportModeCodes: string[] }) => ({
  ...Object.fromEntries(KEPT.map((key) => [key, p[key]])),
  supportModes: p.supportModeCodes,
})
