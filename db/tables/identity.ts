import type { UserType } from '../../contract/endpoint.ts'
import type { ReviewState } from '../../contract/identity/access-review.ts'
import type { ChangeState } from '../../contract/identity/rights-change.ts'
import type { PermissionCode } from '../../contract/permissions.ts'
import type { RowLine, RowRule, RowScope } from '../../contract/row-rules.ts'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface IdentityTables {
  office: OfficeTable
  sys_user: SysUserTable
  role: RoleTable
  role_permission: RolePermissionTable
  user_role: UserRoleTable
  row_rule: RowRuleTable
  role_term: RoleTermTable
  access_review: AccessReviewTable
  rights_change: RightsChangeTable
  platform_key: PlatformKeyTable
  platform_use: PlatformUseTable
  access_review_row: AccessReviewRowTable
  menu: MenuTable
  role_menu: RoleMenuTable
  link: LinkTable
  session: SessionTable
  session_token: SessionTokenTable
  login_challenge: LoginChallengeTable
  login_counter: LoginCounterTable
  password_history: PasswordHistoryTable
  sso_flow: SsoFlowTable
  oidc_record: OidcRecordTable
  parent_ticket: ParentTicketTable
  account_closing: AccountClosingTable
  second_factor: SecondFactorTable
  factor_binding: FactorBindingTable
  recovery_code: RecoveryCodeTable
  login_ticket: LoginTicketTable
  factor_reset: FactorResetTable
  security_key: SecurityKeyTable
  key_challenge: KeyChallengeTable
}

/** The authenticator app of a user: sealed secret; valid from `enabled_at` on. */
export interface SecondFactorTable {
  user_id: number
  secret: string
  enabled_at: MaybeAt
  /** 30-second step of the last accepted code, so that no code is used twice */
  last_step: Default<number>
  created_at: Instant
}
/** An authenticator that is being bound, for the session or log-in ticket that was shown its secret. */
export interface FactorBindingTable {
  bound_to: string
  user_id: number
  secret: string
  shown_at: Instant
}
export interface RecoveryCodeTable {
  user_id: number
  hash: string
  used_at: MaybeAt
}
/** Ticket between the two steps of a log-in, by its hash. */
export interface LoginTicketTable {
  hash: string
  user_id: number
  enrol: boolean
  expires_at: Instant
  used_at: MaybeAt
}
/** A security officer requested the removal of a factor; another one confirms it. */
export interface FactorResetTable {
  user_id: number
  asked_by: number
  reason: string
  asked_at: Instant
}

/** A key by WebAuthn; a use is accepted only with a higher counter than before. */
export interface SecurityKeyTable {
  id: Id
  user_id: number
  name: string
  credential_id: string
  /** COSE key, base64url */
  public_key: string
  counter: number
  transports: string[]
  created_at: Instant
  used_at: MaybeAt
}
/** The question that a key was asked, bound to a session or to the hash of a log-in ticket. */
export interface KeyChallengeTable {
  bound_to: string
  purpose: 'add' | 'confirm' | 'logIn'
  user_id: number
  challenge: string
  expires_at: Instant
}

/** An account whose user requested its closing. */
export interface AccountClosingTable {
  user_id: number
  asked_at: Instant
  due_on: string
}

/** A ticket of another platform, by its hash: accepted once, from the browser that brought it. */
export interface ParentTicketTable {
  hash: string
  platform: string
  browser: string
  user_id: number
  verified_at: Instant
  used: Default<boolean>
}

export interface OfficeTable {
  id: Id
  code: string
  name: string
  parent_id: Maybe<number>
  sort: Default<number>
  enabled: Default<boolean>
  version: Default<number>
}

export interface SysUserTable {
  id: Id
  /** lower case */
  user_name: string
  name: string
  type: UserType
  /** sealed (P-03), never in clear */
  mobile: Maybe<string>
  /** finds a number without revealing it; unique per type of account */
  mobile_index: Maybe<string>
  /** messages to the number from before were to its earlier owner */
  mobile_since: MaybeAt
  /** subject at the unified log-in */
  account_id: Maybe<string>
  /** argon2id, PHC string; null: no log-in by password */
  password_hash: Maybe<string>
  password_changed_at: MaybeAt
  company_id: Maybe<number>
  office_id: Maybe<number>
  enabled: Default<boolean>
  /** 长辈版, 高对比; null: never chosen */
  display: MaybeJson<{ elder: boolean; contrast: boolean }>
  /** increased when roles or bindings change; older access tokens then answer 403 */
  rights_version: Default<number>
  last_login_at: MaybeAt
  created_at: At
  version: Default<number>
}

export interface RoleTable {
  id: Id
  code: string
  name: string
  exclusive_group: Maybe<string>
  description: Default<string>
  version: Default<number>
  /** replaced by the database when permissions or row rules of the role change */
  rights_mark: Default<string>
}
export interface RolePermissionTable {
  role_id: number
  permission: string
}
/** The rows of a resource that a role opens. */
export interface RowRuleTable {
  id: Id
  role_id: number
  resource: string
  scope: RowScope
  office_ids: Default<number[]>
  lines: Json<RowLine[]>
  version: Default<number>
}
export interface UserRoleTable {
  user_id: number
  role_id: number
  exclusive_group: Maybe<string>
  granted_by: Maybe<number>
  /** whoever proposed, gave, approved or prolonged it */
  makers: Default<number[]>
  granted_at: At
}

/** A role for some days, inclusive. */
export interface RoleTermTable {
  user_id: number
  role_id: number
  starts_on: string
  ends_on: string
  granted_by: number
  makers: Default<number[]>
}

/** A change of rights, requested by one officer and decided by another: roles of a user, or permissions of a role. */
export interface RightsChangeTable {
  id: Id
  user_id: Maybe<number>
  role_id: Maybe<number>
  /** for a data rule of the role */
  resource: Maybe<string>
  title: string
  before: Json<Given>
  after: Json<Given>
  reason: string
  /** hash of subject, before and after */
  hash: string
  state: Default<ChangeState>
  proposed_by: Maybe<number>
  proposed_by_name: string
  proposed_at: Instant
  decided_by: Maybe<number>
  decided_by_name: Maybe<string>
  decided_at: MaybeAt
  opinion: Default<string>
  /** when an approved change takes effect; null: at once */
  starts_at: MaybeAt
  /** what the roles that it gives opened at the approval, for a later start */
  opens: MaybeJson<RoleOpens[]>
  version: Default<number>
  updated_at: Instant
}
/** What a role opened at some time; of its rules those with an effect. */
export interface RoleOpens {
  roleId: number
  permissions: string[]
  menuIds: number[]
  rules: RowRule[]
}
type Given =
  | { roleIds: number[]; terms: { roleId: number; from: string; to: string }[]; officeId?: number | null }
  | { permissions: PermissionCode[]; menuIds: number[] }
  | { rule: { scope: RowScope; officeIds: number[]; lines: RowLine[] } | null }

/** The secret with which receivers check signed links, sealed; the latest one that has started signs. */
export interface PlatformKeyTable {
  id: Id
  platform_id: number
  secret: string
  starts_at: Instant
  made_by: Maybe<number>
  made_at: Instant
}
/** Links signed for a platform, per hour. */
export interface PlatformUseTable {
  platform_id: number
  hour: Instant
  signed: number
}

/** One round of an access review. */
export interface AccessReviewTable {
  id: Id
  name: string
  due_on: string
  opened_by: Maybe<number>
  opened_at: Instant
  /** when its last row was decided */
  closed_at: MaybeAt
}
/** A role that a user had when the round started. */
export interface AccessReviewRowTable {
  id: Id
  review_id: number
  user_id: number
  role_id: number
  office_id: Maybe<number>
  granted_by: Maybe<number>
  granted_at: Instant
  last_login: MaybeAt
  facts: string[]
  state: Default<ReviewState>
  decided_by: Maybe<number>
  decided_at: MaybeAt
  reason: Default<string>
  version: Default<number>
  updated_at: Instant
}

export interface MenuTable {
  id: Id
  parent_id: Maybe<number>
  name: string
  url: Default<string>
  description: Default<string>
  icon: Default<string>
  sort: Default<number>
  hidden: Default<boolean>
  disabled: Default<boolean>
  version: Default<number>
}
export interface RoleMenuTable {
  role_id: number
  menu_id: number
}

export interface LinkTable {
  id: Id
  position: 'menu' | 'quick' | 'gov'
  name: string
  url: string
  description: Default<string>
  /** the label under which a click is counted; empty: not counted */
  event_label: Default<string>
  signed: Default<boolean>
  sort: Default<number>
  hidden: Default<boolean>
  disabled: Default<boolean>
  version: Default<number>
  /** why it did not open at the last check */
  fault: Maybe<string>
  fault_since: Maybe<string>
}

export interface SessionTable {
  id: string
  user_id: number
  variant: string
  created_at: Instant
  absolute_end: Instant
  seen_at: Instant
  ip: Maybe<string>
  user_agent: Maybe<string>
  revoked_at: MaybeAt
  revoke_reason: Maybe<string>
  /** the company for which a person acts (changeToCompany) */
  acting_company_id: Maybe<number>
  /** the last code of the second factor */
  factor_at: MaybeAt
  /** when the password was last typed again */
  password_at: MaybeAt
  /** the user as whom a security officer views the platform, and until when */
  viewing_user_id: Maybe<number>
  viewing_until: MaybeAt
  /** the view is as if this change had taken effect; it ends when a version is not the present one any more */
  viewing_change_id: Maybe<number>
  viewing_change_version: Maybe<number>
  viewing_rights_version: Maybe<number>
  /** the day whose roles are shown */
  viewing_change_day: Maybe<string>
}
export interface SessionTokenTable {
  /** SHA-256 of the token; the token itself is not stored */
  hash: string
  session_id: string
  kind: 'access' | 'refresh'
  issued_at: Instant
  expires_at: Instant
  rights_version: number
  used_at: MaybeAt
  /** the pair that replaced a refresh token, readable only with that token */
  successor: Maybe<string>
}

export interface LoginChallengeTable {
  /** hash of the cookie */
  id: string
  nonce: string
  answer: string
  proof: string
  expires_at: Instant
}
export interface LoginCounterTable {
  key: string
  window_start: Instant
  count: number
  locked_until: MaybeAt
}
export interface PasswordHistoryTable {
  id: Id
  user_id: number
  hash: string
  at: Instant
}

export interface SsoFlowTable {
  state: string
  browser: string
  nonce: string
  verifier: string
  redirect_uri: string
  redirect: string
  expires_at: Instant
}

/** A record of the demo identity provider or of a demo platform; `model` is its kind. */
export interface OidcRecordTable {
  model: string
  id: string
  payload: Json<Record<string, unknown>>
  uid: Maybe<string>
  grant_id: Maybe<string>
  consumed_at: MaybeAt
  expires_at: MaybeAt
}
