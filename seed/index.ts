import { readdir } from 'node:fs/promises'
import type { Kernel } from '../server/kernel/kernel.ts'
import { administrationSeeds } from './administration.ts'
import { appealSeed } from './appeals.ts'
import { appealDeskSeeds } from './appeal-desk.ts'
import { appealRulesSeed } from './appeal-rules.ts'
import { callDeskSeeds } from './callcentre-desk.ts'
import { callSeed } from './calls.ts'
import { companyDeskSeed } from './company-desk.ts'
import { allowanceDeskSeed, allowancePublicitySeed } from './allowance-desk.ts'
import { allowanceHistorySeed } from './allowance-history.ts'
import { directSeed } from './direct.ts'
import { directDeskSeed } from './direct-desk.ts'
import { contentDeskSeed } from './content-desk.ts'
import { contentSeed } from './content.ts'
import { contentShelfSeeds } from './content-shelf.ts'
import { countyPolicySeed, countyProjectSeed } from './county.ts'
import { companySeed } from './company.ts'
import { declarationSeed, declareManageMenu } from './declaration.ts'
import { expansionSeed, relatedSeed } from './expansion.ts'
import { relationSeed } from './relations.ts'
import { enterpriseServicesSeed } from './enterprise-services.ts'
import { feedbackDeskSeed } from './feedback-desk.ts'
import { identitySeeds } from './identity.ts'
import { menuGroupSeed } from './menu-groups.ts'
import { moneyPeopleSeeds } from './money-people.ts'
import { matchingDeskSeed } from './matching-desk.ts'
import { accountSeed, followSeed, noticeSeed } from './notice.ts'
import { ownAccountSeed } from './own-accounts.ts'
import { ownFieldSeed } from './own-fields.ts'
import { operatorSeeds } from './operator.ts'
import { marketDeskSeeds } from './market-desk.ts'
import { marketSeed } from './market.ts'
import { policyStaffSeeds } from './policy-staff.ts'
import { parentSeed } from './parents.ts'
import { policySeed } from './policy.ts'
import { regionSeed } from './region.ts'
import { rightsDeskSeed } from './rights-desk.ts'
import { rowFactSeed } from './row-facts.ts'
import { rowRuleSeed } from './row-rules.ts'
import { searchDeskSeed } from './search-desk.ts'
import { besideSynonymSeed, counterSynonymSeed, laterSynonymSeed, spokenSynonymSeed, synonymSeed, wordSeed } from './search.ts'
import { siteSeed } from './site.ts'
import { stackLimitSeed } from './stack-limits.ts'
import { dictionarySeed } from './system.ts'
import { tagSeed } from './tag.ts'
import { townSeed } from './towns.ts'
import { visitSeed } from './visits.ts'
import { trainingSeed } from './training.ts'
import { trainingDeskSeed } from './training-desk.ts'
import { publicitySeed } from './training-publicity.ts'

/** The seed data of one subject. `run` is idempotent: it does nothing when the data exists. */
export interface Seed {
  name: string
  demoOnly: boolean
  run(k: Kernel): Promise<void>
}

/** In this order, because many rest on what an earlier one wrote. */
const seeds: readonly Seed[] = [
  ...identitySeeds,
  ...administrationSeeds,
  companyDeskSeed,
  dictionarySeed,
  synonymSeed,
  laterSynonymSeed,
  spokenSynonymSeed,
  counterSynonymSeed,
  besideSynonymSeed,
  regionSeed,
  companySeed,
  expansionSeed,
  policySeed,
  countyPolicySeed,
  stackLimitSeed,
  ...policyStaffSeeds,
  declarationSeed,
  countyProjectSeed,
  declareManageMenu,
  noticeSeed,
  accountSeed,
  matchingDeskSeed,
  searchDeskSeed,
  ownFieldSeed,
  allowanceDeskSeed,
  allowancePublicitySeed,
  ...moneyPeopleSeeds,
  allowanceHistorySeed,
  ...appealDeskSeeds,
  appealRulesSeed,
  appealSeed,
  ...callDeskSeeds,
  callSeed,
  ...operatorSeeds,
  siteSeed,
  contentDeskSeed,
  contentSeed,
  ...contentShelfSeeds,
  trainingDeskSeed,
  trainingSeed,
  publicitySeed,
  ...marketDeskSeeds,
  marketSeed,
  parentSeed,
  directDeskSeed,
  feedbackDeskSeed,
  followSeed,
  enterpriseServicesSeed,
  tagSeed,
  directSeed,
  rowFactSeed,
  relatedSeed,
  relationSeed,
  wordSeed,
  townSeed,
  rowRuleSeed,
  menuGroupSeed,
  ownAccountSeed,
  visitSeed,
]

const DOMAINS = new URL('domains/', import.meta.url)
/** `seed/domains/<domain>.ts` is found by its name; it exports `seeds`, which run after the seeds above, in order of the names. */
async function domainSeeds(): Promise<Seed[]> {
  const files = (await readdir(DOMAINS)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort()
  const found = (await Promise.all(files.map((file) => import(new URL(file, DOMAINS).href)))) as { seeds: readonly Seed[] }[]
  return found.flatMap((domain) => domain.seeds)
}

/** Fills an empty database: reference data always; demo accounts, companies and policies only in demo mode. */
export async function seed(k: Kernel): Promise<void> {
  // The requests for rights are last, because they are void when a role grows after them.
  for (const one of [...seeds, ...(await domainSeeds()), rightsDeskSeed]) if (k.config.DEMO || !one.demoOnly) await one.run(k)
}
