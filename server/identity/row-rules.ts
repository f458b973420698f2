import { rowResource, rowResourceKeys } from '../../contract/row-rules.ts'

const needs = rowResourceKeys.flatMap((key) => rowResource(key).needs.map((permission) => `('${key}', '${permission}')`)).join(', ')

/** SQL: the rules that a user's roles give, as JSON. A role opens rows of a resource only with a permission of that resource of its own. */
export const rulesOf = (user: string): string =>
  `(select coalesce(jsonb_agg(distinct jsonb_build_object('resource', rr.resource, 'scope', rr.scope, 'officeIds', rr.office_ids, 'lines', rr.lines)), '[]')
    from user_role rur join row_rule rr on rr.role_id = rur.role_id where rur.user_id = ${user} and exists (
      select from (values ${needs}) need(resource, permission) join role_permission rrp on rrp.permission = need.permission
      where need.resource = rr.resource and rrp.role_id = rr.role_id))`
