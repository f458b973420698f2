import { joinAccount } from './account/index.ts'
import { joinAppeal } from './appeal/index.ts'
import { joinCallCentre } from './callcentre/index.ts'
import { joinCompany } from './company/index.ts'
import { joinContent } from './content/index.ts'
import { joinDeclaration } from './declaration/index.ts'
import { joinDirect } from './direct/index.ts'
import { joinIdentity } from './identity/index.ts'
import { joinScheduled } from './scheduled/index.ts'
import { joinMatching } from './matching/index.ts'
import type { Kernel } from './kernel/kernel.ts'
import { joinMcp } from './mcp/index.ts'
import { joinRuleChecker } from './matching/rule-checker.ts'
import { joinPolicy } from './policy/index.ts'
import { joinPortal } from './portal/index.ts'
import { joinPortrait } from './portrait/index.ts'
import { joinFollow } from './follow/index.ts'
import { joinSearch } from './search/index.ts'
import { joinSite } from './site/index.ts'
import { joinSms } from './sms/index.ts'
import { joinSystem } from './system/index.ts'
import { joinTag } from './tag/index.ts'
import { joinMarket } from './market/index.ts'
import { joinTraining } from './training/index.ts'

/** All domains of the product, in the order in which they join. A domain registers its endpoints and jobs when it joins. */
export const modules: readonly ((k: Kernel) => void | Promise<void>)[] = [
  joinPortal,
  joinIdentity,
  joinSystem,
  joinAccount,
  joinCompany,
  joinSearch,
  joinPolicy,
  joinRuleChecker,
  joinDeclaration,
  joinMatching,
  joinDirect,
  joinAppeal,
  joinContent,
  joinTraining,
  joinMarket,
  joinCallCentre,
  joinTag,
  joinSms,
  joinSite,
  joinScheduled,
  joinPortrait,
  joinFollow,
  joinMcp,
]
