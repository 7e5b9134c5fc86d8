/** The cast. Everybody's password is `Perfume#2026`; it is hashed here already, so that no request pays for eight hashes. */
import type { NewMember } from "../store/members.ts";

type Seed = Omit<
  NewMember,
  "id" | "phoneKey" | "createdAt" | "mustChangePassword" | "twoStep" | "state" | "isBusiness"
> &
  Partial<Pick<NewMember, "mustChangePassword" | "twoStep" | "state" | "isBusiness">> & {
    id: string;
    addresses?: readonly string[];
  };

export const cast: readonly Seed[] = [
  {
    // Individual in Taipei: two saved addresses, and an order in every status.
    id: "member-mei",
    email: "mei@example.test",
    lastName: "林",
    firstName: "美雲",
    phone: "0912-345-678",
    country: "TW",
    countryCode: "+886",
    address: "臺北市大安區永康街 31 巷 9 號 3 樓",
    languageCode: "zh",
    timeZone: "Asia/Taipei",
    passwordHash:
      "scrypt$16384$8$5$20b81c8cfda7e74fe9baf8aa2bde9095$8df520300040a7a992463b265e4c7b8a8838092c2540d67ad9a330724d34d8af",
    addresses: ["臺北市大安區永康街 31 巷 9 號 3 樓", "臺南市中西區神農街 88 號"],
  },
  {
    // Business in Taichung: a tax id, kilograms, and a delivered order from a quiz.
    id: "member-chen",
    email: "chen@example.test",
    lastName: "陳",
    firstName: "志明",
    phone: "0922-816-405",
    country: "TW",
    countryCode: "+886",
    address: "臺中市西區公益路 161 號 12 樓",
    isBusiness: true,
    companyName: "晨露飯店股份有限公司",
    taxId: "24536806",
    languageCode: "zh",
    timeZone: "Asia/Taipei",
    passwordHash:
      "scrypt$16384$8$5$28c80703ea7eb1018a078f0d1e77e77b$fc2072d8d5752f05c5e484bd408849e8049916f3ba56cddd09cfb27ec2793865",
    addresses: ["臺中市西區公益路 161 號 12 樓", "臺中市烏日區高鐵路二段 99 號 倉庫"],
  },
  {
    // Individual in Kyoto without any orders, so nothing blocks her quiz.
    id: "member-sato",
    email: "sato@example.test",
    lastName: "佐藤",
    firstName: "香織",
    phone: "080-2417-6093",
    country: "JP",
    countryCode: "+81",
    address: "京都府京都市左京区下鴨宮崎町 65-7",
    languageCode: "ja",
    timeZone: "Asia/Tokyo",
    passwordHash:
      "scrypt$16384$8$5$16c4b21e41764e4e1e5b044103b77077$b7b2d03a8fcdcb468d148141f6e0eccfde9764a0ccb7bc28aee46fa5ea8b7c75",
    addresses: ["京都府京都市左京区下鴨宮崎町 65-7"],
  },
  {
    // Gets a code by e-mail as a second step.
    id: "member-otp",
    email: "otp@example.test",
    lastName: "Whitfield",
    firstName: "Clara",
    phone: "20 7946 0815",
    country: "GB",
    countryCode: "+44",
    address: "14 Lamb's Conduit Street, London WC1N",
    languageCode: "en",
    timeZone: "Europe/London",
    passwordHash:
      "scrypt$16384$8$5$cec555ee3caf9fc4d79e1c8c80bce6be$ca678470493007e99c9089e70033f65d1ea6167e55f0c398758a21029ed4639b",
    twoStep: true,
  },
  {
    // Signed up, never changed the mailed password.
    id: "member-newpass",
    email: "newpass@example.test",
    lastName: "王",
    firstName: "子晴",
    phone: "0933-207-518",
    country: "TW",
    countryCode: "+886",
    address: "高雄市鹽埕區大勇路 42 號",
    languageCode: "zh",
    timeZone: "Asia/Taipei",
    passwordHash:
      "scrypt$16384$8$5$d8eb0ba12cbab205ed36e2b86076308e$1918d6b202667aeb5a99a5da481d4fd69ddd6544676be21d40e34d854cb1101c",
    mustChangePassword: true,
  },
  {
    id: "member-disabled",
    email: "disabled@example.test",
    lastName: "Moreau",
    firstName: "Jules",
    phone: "6 12 34 56 78",
    country: "FR",
    countryCode: "+33",
    address: "8 rue des Martyrs, 75009 Paris",
    languageCode: "en",
    timeZone: "Europe/Paris",
    passwordHash:
      "scrypt$16384$8$5$2f6b06131966e1e19be04c7cba9d5586$1703a3f1fe4c38ce8fc2dea5fa510e1e6de41a0fac44fc1706b758c066c70c9d",
    state: "disabled",
  },
  {
    id: "member-waitlist",
    email: "waitlist@example.test",
    lastName: "黃",
    firstName: "詠欣",
    phone: "9123 4567",
    country: "HK",
    countryCode: "+852",
    address: "香港上環太平山街 22 號",
    languageCode: "zh",
    timeZone: "Asia/Hong_Kong",
    passwordHash:
      "scrypt$16384$8$5$e871ec64c97111e514bfd6b13f364b22$540d189f7a8982318b3679fcc54c6586deb93454b9b93dd5bde53937344bfd7b",
    state: "waitlist",
  },
  {
    // Stays locked: the countdown of 30 minutes begins again whenever it has run out.
    id: "member-locked",
    email: "locked@example.test",
    lastName: "高橋",
    firstName: "健司",
    phone: "090-6638-1502",
    country: "JP",
    countryCode: "+81",
    address: "東京都台東区谷中 3-12-4",
    languageCode: "ja",
    timeZone: "Asia/Tokyo",
    passwordHash:
      "scrypt$16384$8$5$4b23cb6df6fe756c38bbfe638e0cbcc0$5fd1d07ba0f084fc4855e3fd7fe65ca8e668dee36a5636e836d21caed968924d",
    state: "locked",
  },
];
