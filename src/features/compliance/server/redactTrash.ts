import { type Kysely, sql } from 'kysely'
import { personalFields, redactedValue } from '#engine/declaration/derive/personal.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

/**
 * Takes the name under which somebody wrote out of what was removed and may come back: notes that they wrote, that
 * mention them or that they were to do, and the name of who removed it.
 */
export async function redactTrash(transaction: Kysely<any>, { id, name }: { id: string; name: string }): Promise<void> {
  const [own, number] = [sql`${id}::text`, sql`('#' || ${id}::text)`]
  const isMentioned = sql`jsonb_path_exists(trash.rows,
    '$[*] ? (@.table == "note_mention" && @.row.user_id == $id)', jsonb_build_object('id', ${id}::text::bigint))`
  const of = (column: string, key: string) => sql`case when kept -> 'row' ->> ${key}::text = ${own}
    then to_jsonb(${number}) else kept -> 'row' -> ${column}::text end`
  await sql`update trash set removed_by_name = case when removed_by = ${id}::text::bigint then ${number}
        else removed_by_name end,
      rows = (select jsonb_agg(case kept ->> 'table'
          when 'note_mention' then jsonb_set(kept, '{row,name}', ${of('name', 'user_id')})
          when 'note' then jsonb_set(kept, '{row}', kept -> 'row' || jsonb_build_object(
            'author_name', ${of('author_name', 'author')}, 'task_for_name', ${of('task_for_name', 'task_for')},
            'text', case when ${isMentioned} then replace(kept -> 'row' ->> 'text', '@' || ${name}::text, '@' || ${number})
              else kept -> 'row' ->> 'text' end))
          else kept end order by place) from jsonb_array_elements(trash.rows) with ordinality as each (kept, place))
    where removed_by = ${id}::text::bigint or jsonb_path_exists(trash.rows, '$[*] ? (@.table == "note")')`.execute(
    transaction,
  )
}

/** Takes what tells of a person out of records that name theirs by a field, were removed and may come back. */
export async function redactRemoved(
  transaction: Kysely<any>,
  { resource, field, id, personName }: { resource: AnyResource; field: string; id: string; personName: string },
): Promise<void> {
  const personal = personalFields(resource)
  const empty = Object.fromEntries(
    personal
      .filter((name) => name !== resource.title)
      .map((name) => [columnName(name), redactedValue(resource, name, '')]),
  )
  const isNamed = personal.includes(resource.title)
  const title = isNamed
    ? sql`jsonb_build_object(${columnName(resource.title)}::text, '#' || (kept -> 'row' ->> 'id'))`
    : sql`'{}'::jsonb`
  // Also where it says who wrote it.
  const named = sql`(select jsonb_object_agg(key, case when value = to_jsonb(${personName}::text)
    then to_jsonb('#' || ${id}::text) else value end) from jsonb_each(kept -> 'row'))`
  const isTheirs = sql`(kept ->> 'table' = ${tableName(resource.name)}::text
    and kept -> 'row' ->> ${columnName(field)}::text = ${id}::text)`
  await sql`update trash set name = case when ${isNamed}::boolean and object = ${resource.name}::text
        then '#' || record else name end,
      rows = (select jsonb_agg(case when ${isTheirs} then jsonb_set(kept, '{row}',
        ${named} || ${JSON.stringify(empty)}::text::jsonb || ${title}) else kept end order by place)
        from jsonb_array_elements(trash.rows) with ordinality as each (kept, place))
    where exists (select from jsonb_array_elements(trash.rows) kept where ${isTheirs})`.execute(transaction)
}
