import type { PolicyDetail } from '../../../contract/policy.ts'
import { jsonLd } from '../../shell/json-ld.ts'
import { day } from '../rule/wording.ts'

/** Marks a repealed text for search engines (schema.org/legislationLegalForce). */
export const legislation = (p: PolicyDetail) =>
  jsonLd({
    '@type': 'Legislation',
    name: p.policyTitle,
    ...(p.policyNo ? { legislationIdentifier: p.policyNo } : {}),
    legislationDate: day(p.policyCreateTime),
    legislationLegalForce: p.status === 'repealed' ? 'https://schema.org/NotInForce' : 'https://schema.org/InForce',
    ...(p.repealedOn ? { expires: p.repealedOn } : {}),
    inLanguage: 'zh-CN',
  })
