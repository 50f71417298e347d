import { sql } from 'kysely'

/** On what the close shares what CPA earned: a day of an affiliate's link. */
const key = sql`day, brand, sub_brand, affiliate, action`

/** The product, as a value of a row: workers take no condition on a constant beside an outer join. */
const ofCpa = (alias: string) => sql`case when ${sql.ref(`${alias}.day`)} is not null then 'cpa' end`

/**
 * Who qualified for CPA, with the sub ids of each, where nobody asks what was earned.
 */
export const qualifiedPlayers = sql`(select qualified.day, qualified.brand, qualified.sub_brand, qualified.affiliate,
  qualified.action, qualified.player, ${ofCpa('qualified')} as product, qualified.step as qty_cpa, player.subs
  from cpa_qualification qualified left join player on player.id = qualified.player)`

/** Qualified players, further parts that were paid for players, and what came of all of them on a day of a link. */
const told = sql`select ${key}, player, reward as rule, step as qty_cpa, step, value, null::numeric as earned
    from cpa_qualification
  union all select ${key}, player, reward, 0, step, value, null from cpa_stage
  union all select ${key}, null, null, 0, 0, null, reward from commission where product = 'cpa'`

/** With what all of them earned, what those with a value of their own are worth, and how many are the others. */
const together = sql`select told.*, sum(earned) over (partition by ${key}) as all_earned,
    sum(step * value) over (partition by ${key}) as valued,
    sum(step) filter (where player is not null and value is null) over (partition by ${key}) as others
  from (${told}) told`

/**
 * What each is worth beside the others: its own value, else what its reward pays for everybody, else an equal part of
 * what those with values of their own leave.
 */
const weighed = sql`select together.*, together.step * coalesce(together.value,
      case when reward.calculation = 'fixed' then reward.value end,
      (coalesce(all_earned, 0) - coalesce(valued, 0)) / nullif(others, 0), 1) as weight
  from (${together}) together left join reward on reward.id = together.rule`

const added = sql`select weighed.*, sum(weight) over (partition by ${key}) as all_weights,
    sum(weight) over (partition by ${key} order by player, qty_cpa, step, value rows unbounded preceding) as up_to
  from (${weighed}) weighed`

/**
 * Who qualified for CPA, and what each player earned of what the close wrote of its day and link: shared as the close
 * shares it among links, and to the cent, so that players add up to commission. Where as many were taken back as
 * qualified, each is worth what it was paid; what a day pays without any player of its own (a cap that pays later)
 * stands on nobody.
 */
export const cpaOfPlayers = sql`(select paid.day, paid.brand, paid.sub_brand, paid.affiliate, paid.action, paid.player,
    ${ofCpa('paid')} as product, paid.qty_cpa, paid.reward, player.subs
  from (select added.*, case
      when player is null and coalesce(all_weights, 0) = 0 then earned
      when player is null then 0
      when all_weights = 0 then round(weight, 2)
      else round(coalesce(all_earned, 0) * up_to / all_weights, 2)
        - round(coalesce(all_earned, 0) * (up_to - weight) / all_weights, 2) end as reward
    from (${added}) added) paid left join player on player.id = paid.player
  where paid.player is not null or paid.reward <> 0)`
