import type { AppealTables } from './tables/appeal.ts'
import type { CallTables } from './tables/callcentre.ts'
import type { CompanyTables } from './tables/company.ts'
import type { ContentTables } from './tables/content.ts'
import type { DeclarationTables } from './tables/declaration.ts'
import type { DirectTables } from './tables/direct.ts'
import type { FollowTables } from './tables/follow.ts'
import type { IdentityTables } from './tables/identity.ts'
import type { KernelTables } from './tables/kernel.ts'
import type { ScheduledTables } from './tables/scheduled.ts'
import type { MarketTables } from './tables/market.ts'
import type { MatchingTables } from './tables/matching.ts'
import type { PolicyTables } from './tables/policy.ts'
import type { SearchTables } from './tables/search.ts'
import type { SeedTables } from './tables/seed.ts'
import type { ServicesTables } from './tables/services.ts'
import type { SiteTables } from './tables/site.ts'
import type { SmsTables } from './tables/sms.ts'
import type { TagTables } from './tables/tag.ts'
import type { TrainingTables } from './tables/training.ts'

/** Every table of the product. A domain adds `db/tables/<domain>.ts` and its interface here. */
export interface Database
  extends
    KernelTables,
    ServicesTables,
    IdentityTables,
    CompanyTables,
    PolicyTables,
    MatchingTables,
    DeclarationTables,
    SearchTables,
    SeedTables,
    TagTables,
    FollowTables,
    ScheduledTables,
    DirectTables,
    AppealTables,
    CallTables,
    SmsTables,
    SiteTables,
    ContentTables,
    TrainingTables,
    MarketTables {}
