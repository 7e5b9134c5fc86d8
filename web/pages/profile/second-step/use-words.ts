import { useI18n, type MessageKey } from "../../../i18n/translate.ts";

type WordKey<Key> = Key extends `auth.profile.second_step.${infer Name}` ? Name : never;
export type Words = (key: WordKey<MessageKey>) => string;

export function useWords(): Words {
  const { t } = useI18n();
  return (key) => t(`auth.profile.second_step.${key}`);
}
