/**
 * Recommends scents that hold nothing the member refuses, whatever the recommender answers: it
 * names more than needed, their notes are read, and what is refused or cannot be read is left out.
 * The refusals come from the shop's own database, so that no page can forget them.
 */
import type { Product } from "#contract/product";
import type { ChatAnswer, ChatBody } from "#contract/survey";
import { orWarn, type Deps, type MemberActor } from "../../deps.ts";
import { isUnknownUpstream, ShopError } from "../../errors/shop-error.ts";
import { selectRefusals } from "../../store/refusals.ts";
import { orAbsent } from "../scents/scents.ts";
import { requireKnown } from "../refusals/own-refusals.ts";
import { askRecommender } from "../../upstream/surveys.ts";
import { getNotes, getProduct } from "../../upstream/products.ts";
import { readPublicBody } from "../../upstream/public-read.ts";
import { askForAny, awayFrom, type Answered } from "./word-wish.ts";
import { judgeNotes, type Verdict } from "#contract/judge-notes";

/** The runtime opens six connections at once for one request. */
const mostAtOnce = 6;
const outage = 2;

type Candidates = ReturnType<typeof createCandidates>;

/** Verdicts on the scents that were named, each judged once. */
function createCandidates(deps: Deps, refusals: readonly string[]) {
  const verdicts = new Map<string, Verdict>();
  const failures: unknown[] = [];

  async function judgeOne(productId: string): Promise<void> {
    verdicts.set(productId, { kind: "unread" });
    if (failures.length >= outage) return;
    try {
      const notes = await readPublicBody(deps, getNotes, { params: { productId } });
      verdicts.set(productId, judgeNotes(notes, refusals));
    } catch (error) {
      const isNoId = error instanceof ShopError && error.code === "validation_failed";
      if (!isUnknownUpstream(error) && !isNoId) failures.push(error);
    }
  }

  return {
    verdicts,
    /** The scent kept from an earlier result: it stands first. */
    selected: null as string | null,
    async judge(productIds: readonly string[]): Promise<void> {
      const next = productIds.filter((id) => !verdicts.has(id)).values();
      const reader = async () => {
        for (const id of next) await judgeOne(id);
      };
      await Promise.all(Array.from({ length: mostAtOnce }, reader));
    },
    /** Other than notes that do not exist. */
    failures,
  };
}

/** What a recommender usually names, and what a generous one may. */
const usualCount = 10;
const generousCount = 40;

export async function recommendScents(deps: Deps, actor: MemberActor, wish: ChatBody) {
  const ofThisQuiz = wish.refusals ?? [];
  requireKnown(ofThisQuiz);
  const listed = await selectRefusals(deps.db, actor.memberId);
  const refusals = [...new Set([...listed.map(({ refusal }) => refusal), ...ofThisQuiz])];
  if (refusals.length === 0) return recommendAny(deps, wish);
  const candidates = createCandidates(deps, refusals);
  const selectedRefused = await judgeSelected(candidates, wish.selected_product ?? null);
  const answers = await askUntilEnough(deps, wish, refusals, candidates);
  const chosen = chosenOf(answers, wish.top_k, candidates);
  if (chosen.length === 0 && candidates.failures.length > 0) throw candidates.failures[0];
  const verdicts = [...candidates.verdicts.values()];
  const matches = answers.flatMap(({ answer }) => answer.matches);
  return {
    products_id: chosen,
    response: await responseAbout(deps, answers, chosen),
    matches: chosen.flatMap((id) => matches.find((match) => match.product_id === id) ?? []),
    refusals: {
      applied: refusals,
      refused: verdicts.filter(({ kind }) => kind === "refused").length,
      unread: verdicts.filter(({ kind }) => kind === "unread").length,
      missing: wish.top_k - chosen.length,
      unknown: chosen.flatMap((id) => {
        const verdict = candidates.verdicts.get(id);
        return verdict?.kind === "unknown" ? [{ product_id: id, notes: verdict.notes }] : [];
      }),
      selected_refused: selectedRefused,
    },
  };
}

async function recommendAny(deps: Deps, wish: ChatBody): Promise<ChatAnswer> {
  const { content, top_k, selected_product: selected = null } = wish;
  const asked = askRecommender(deps.upstream, { body: { content, top_k } });
  if (selected === null) return (await asked).body;
  const known = orAbsent(readPublicBody(deps, getProduct, { params: { id: selected } }));
  const [{ body }, product] = await Promise.all([asked, known]);
  if (product === null) return body;
  return { ...body, products_id: [...new Set([selected, ...body.products_id])].slice(0, top_k) };
}

/** Selects the scent kept from an earlier result, or returns what in it is refused. */
async function judgeSelected(candidates: Candidates, id: string | null): Promise<string[] | null> {
  if (id === null) return null;
  await candidates.judge([id]);
  if (candidates.failures.length > 0) throw candidates.failures[0];
  const verdict = candidates.verdicts.get(id);
  if (verdict?.kind === "refused") return verdict.notes;
  if (verdict === undefined || verdict.kind === "unread") return [];
  candidates.selected = id;
  return null;
}

/** At most two answers: to the wish, and to one away from what is refused. */
async function askUntilEnough(
  deps: Deps,
  { content, top_k }: ChatBody,
  refusals: readonly string[],
  candidates: Candidates,
) {
  const most = Math.max(usualCount, top_k);
  const first = await askForAny(deps, content, [...new Set([most, top_k])]);
  await candidates.judge(first.answer.products_id);
  const isEnough = cleanOf([first], candidates).length >= top_k;
  if (isEnough || candidates.failures.length >= outage) return [first];
  const counts = first.count < usualCount ? [first.count] : [generousCount, first.count];
  const asking = askForAny(deps, awayFrom(refusals, content, deps.locale), counts);
  const again = await orWarn(deps, "a recommender was not asked again", asking);
  if (again === null) return [first];
  await candidates.judge(again.answer.products_id);
  // What is said about wishes that the shop added would not be true of the shopper's.
  return [first, { ...again, answer: { ...again.answer, response: "", matches: [] } }];
}

function idsOf(answers: readonly Answered[], { selected }: Candidates): string[] {
  const named = answers.flatMap(({ answer }) => answer.products_id);
  return [...new Set(selected === null ? named : [selected, ...named])];
}

function cleanOf(answers: readonly Answered[], candidates: Candidates): string[] {
  return idsOf(answers, candidates).filter(
    (id) => id === candidates.selected || candidates.verdicts.get(id)?.kind === "clean",
  );
}

/** Clean ones in the recommender's order; those with notes nobody can classify only fill up. */
function chosenOf(answers: readonly Answered[], count: number, candidates: Candidates): string[] {
  const clean = cleanOf(answers, candidates);
  const unknown = idsOf(answers, candidates).filter(
    (id) => !clean.includes(id) && candidates.verdicts.get(id)?.kind === "unknown",
  );
  return [...clean, ...unknown].slice(0, count);
}

/** The first sentence that praises none of the scents left out; empty if there is none. */
async function responseAbout(deps: Deps, answers: readonly Answered[], chosen: readonly string[]) {
  for (const { answer } of answers) {
    const [first = ""] = answer.products_id;
    // What is said about finding nothing stays true.
    if (first === "" && chosen.length === 0) return answer.response;
    if (!chosen.includes(first) || answer.response === "") continue;
    const leftOut = answer.products_id.filter((id) => !chosen.includes(id));
    if (await namesNone(deps, answer.response, leftOut)) return answer.response;
  }
  return "";
}

async function namesNone(deps: Deps, response: string, ids: readonly string[]): Promise<boolean> {
  const reading = ids.map((id) => readPublicBody(deps, getProduct, { params: { id } }));
  const event = "the names of scents left out could not be read";
  const products = await orWarn(deps, event, Promise.all(reading));
  const isNamed = ({ id, product_id, product_name }: Product) =>
    [id, product_id, product_name].some((name) => response.includes(name));
  return products !== null && !products.some(isNamed);
}
