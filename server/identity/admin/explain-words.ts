export const quoted = (names: readonly string[]) => `“${names.join('”“')}”`

/** A person with the office, in a sentence. */
export const whoOf = (person: { name: string; office_name: string | null }) => `${person.name}（${person.office_name ?? '未分配部门'}）`
