import fields from './data/fields.json' with { type: 'json' }
import type { FormField, ProjectTemplate } from '../contract/declaration.ts'
import type { RuleNode } from '../contract/policy/market.ts'
import type { CountyPolicy } from './county.ts'
import { applicant, moneyFields, payee, pdf, required, stepsAt } from './declaration-forms.ts'

const byKey = new Map(fields.map((f) => [f.key, f]))

function* leaves(node: RuleNode): Generator<string> {
  if (node.field) yield node.field
  for (const child of [...(node.all ?? []), ...(node.any ?? [])]) yield* leaves(child)
}

/** The figures that a rule asks for, filled in from the archive with consent. */
function figures(p: CountyPolicy): FormField[] {
  const asked = [...new Set(leaves(p.conditions))].filter((key) => !applicant.fields.some((f) => f.key === key))
  return asked.flatMap((key) => {
    const field = byKey.get(key)
    if (!field || field.derived || (field.type !== 'number' && field.type !== 'integer')) return []
    const unit = field.unit ?? undefined
    return [
      required({
        key,
        label: field.label,
        type: field.type === 'integer' ? 'integer' : unit === '万元' ? 'money' : 'number',
        ...(unit ? { unit } : {}),
        min: 0,
        factKey: key,
      }),
    ]
  })
}

/** The form of a county policy: the company, the figures of the rule, the money; its materials as papers. */
export function countyForm(p: CountyPolicy, officeId: number): ProjectTemplate {
  const asked = figures(p)
  return {
    name: `2026年度${p.title.replace(/^云溪县|（示例）$/g, '')}`,
    ...moneyFields,
    steps: stepsAt(officeId),
    sections: [applicant, ...(asked.length > 0 ? [{ key: 'facts', title: '申报依据', fields: asked }] : []), payee()],
    materials: p.materials.map((name, i) => ({ key: `paper${i + 1}`, name, required: true, ...pdf, maxCount: 5 })),
  }
}
