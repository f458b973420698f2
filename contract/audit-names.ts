/** The fields of logged details that hold ids of accounts, roles, offices and menus, and those whose texts may be role codes. */
export const auditNamedFields = {
  users: ['userId', 'askedBy'],
  roles: ['roleId', 'roleIds'],
  offices: ['officeId', 'officeIds', 'parentOfficeId'],
  menus: ['menuId', 'menuIds', 'parentMenuId', 'menusGained', 'menusLost'],
  roleCodes: ['before', 'after', 'roles'],
} as const
export type AuditNamed = keyof typeof auditNamedFields

/** What the value of a field names; undefined: nothing that has a name of its own. */
export const namedBy: ReadonlyMap<string, AuditNamed> = new Map(
  (Object.keys(auditNamedFields) as AuditNamed[]).flatMap((kind) => auditNamedFields[kind].map((field) => [field, kind] as const)),
)
